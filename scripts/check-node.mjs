// Hearth runs on Node 24: native TypeScript, and database bindings that crash older Nodes. npm scripts find the pinned copy first.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Hearth needs Node 24 or newer; this is ${process.versions.node}. Run "npm ci" again (it brings Node 24 along), or install Node 24.`
  )
  process.exit(1)
}
