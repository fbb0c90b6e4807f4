/** `npm start`: the demonstration, or with arguments the command line. */
if (process.argv.length === 2) process.argv.push('demo')
await import('../src/cli/main.ts')
