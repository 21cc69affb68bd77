// `npm run verify-audit`: holds every audit log to its chain, reading only; with
// `-- --course mbale --head LINE:HASH` also to a note of its end.
process.env.MODE ??= 'demo'
process.argv.splice(2, 0, 'verify-audit')
await import('./serve.mjs')
