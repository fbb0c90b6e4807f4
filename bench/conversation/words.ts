/** Words of the project that the generated conversations are about: they make up names in code. */
export const stems: readonly [string, ...string[]] = list(`
  account amount append arrow asset batch bind block board branch bridge buffer bundle cache call cell chain change
  channel chart check chunk claim clock cluster code color column commit config context copy cost count cursor cycle data
  date deck delta demand depth detail device digest draft drift edge editor entry epoch error event export factor
  fallback fetch field file filter flag flow folder font form frame freight gate graph grid group guard handle harbor
  hash head heat hook host icon image import index input invoice item job join journal key kind label layer layout lease
  ledger length level limit line link list load lock loop map margin mark mask match measure member memory merge message
  meter mode model module month mount name node note offer offset option order origin outcome owner packet page pair panel
  parcel parse part patch path payload period phase plan point policy pool port price probe profile prompt proof queue quota
  range rank rate ratio record region relay render repeat reply report request result retry revision ring role root route row
  rule sample scale schema scope score screen search section segment sensor series session shape share shard shift signal
  size slice slot source span spare stack stage state step stock store stream strip sum surface switch symbol sync table
  tag target task tenant term text thread ticket tier time token total trace track trail transfer tree trigger trim turn
  type union unit update user value vector vendor version view voyage wait warehouse watch weight window wire worker zone`)

/** Common words first: what is picked by `prose` follows their order. */
export const words: readonly [string, ...string[]] = list(`
  the to a of and is in it that for not we this with on be as are so but when if from at by an has can only one was which
  does there then no every its into before after should still same because first they all more what new would after now out
  than line test file value error name call type case function back other where through while again between without
  change read write list second place also you path result build check keep input how two empty once reason here why
  return number wrong find run never make key default order under last over need both already order small part move
  another already since missing string later means long start might until large whole add branch old clear end look takes
  fails request cache state today however problem next server table user message behaviour several instead close expected
  each rather option exactly loop right actually about away good little really open points left matches often single around
  simple together careful cannot quickly against obvious almost twice likely enough otherwise broken silently behind reader
  callers probably useful separate during wherever harmless ordinary suggestion meanwhile throughout surprising explains
  consider unlikely depends wonder remains confirms migration deliberately throttled regression boundary tolerance
  approximately harness provisional reconcile upstream orthogonal idempotent eventually granularity ambiguous`)

/** Syllables, for words that are in no list. */
export const syllables: readonly [string, ...string[]] = list(`
  al an ar bel bor cal cor dan del dor el en fal fen gor hal in kal ker lan lor mar men mi nor ol or pel per ral ren sal
  ser sol ta tel tor ul um val ven vor wen yar zel`)

/** Folders of the project. */
export const folders: readonly [string, ...string[]] = list(`
  src/core src/core/policies src/render src/store src/store/migrations src/http src/http/routes src/jobs src/models
  src/billing src/billing/invoices src/search src/auth src/ui src/ui/panels src/cli lib/shared lib/queue packages/client
  packages/worker test test/fixtures docs docs/guides config scripts`)

function list(text: string): readonly [string, ...string[]] {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  return [first, ...rest]
}
