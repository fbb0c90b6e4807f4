import { agent } from './agent.ts'
import { runNamed } from './frame/command.ts'
import { importing } from './import.ts'
import { pack } from './pack.ts'
import { plan } from './plan.ts'
import { session } from './session.ts'
import { tokens } from './tokens.ts'
import { tree } from './tree.ts'
import { vault } from './vault.ts'

process.exitCode = await runNamed(
  'bench',
  [plan, tokens, importing, tree, agent, pack, vault, session],
  process.argv.slice(2),
)
