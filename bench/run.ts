import { agent } from './agent.ts'
import { runNamed } from './frame/command.ts'
import { importing } from './import.ts'
import { plan } from './plan.ts'
import { tokens } from './tokens.ts'
import { tree } from './tree.ts'

process.exitCode = await runNamed('bench', [plan, tokens, importing, tree, agent], process.argv.slice(2))
