import { drop } from './keeping/drop.ts'
import { memory } from './keeping/memory.ts'
import { pin } from './keeping/pin.ts'
import { recall } from './keeping/recall.ts'
import { stash } from './keeping/stash.ts'
import { list } from './looking/list.ts'
import { search } from './looking/search.ts'
import { switchTo } from './looking/switch.ts'
import { tree } from './looking/tree.ts'
import { view } from './looking/view.ts'
import type { Operation } from './operation.ts'
import { annotate } from './writing/annotate.ts'
import { bookmark } from './writing/bookmark.ts'
import { continueFrom } from './writing/continue.ts'
import { edit } from './writing/edit.ts'
import { link } from './writing/link.ts'
import { prune } from './writing/prune.ts'
import { restore } from './writing/restore.ts'

/** Everything an agent may do in its tree, in the order in which it is told. */
export const operations: readonly Operation[] = [
  view,
  list,
  tree,
  search,
  switchTo,
  pin,
  stash,
  recall,
  drop,
  memory,
  annotate,
  link,
  edit,
  bookmark,
  prune,
  restore,
  continueFrom,
]
