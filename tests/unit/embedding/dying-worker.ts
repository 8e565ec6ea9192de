// A worker that dies as soon as it starts, as one with a broken native library does.
process.exit(3)
