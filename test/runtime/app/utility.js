import process from 'node:process';

/** A utility process: says what it has, echoes, or never rests again. */
process.parentPort.on('message', ({ data }) => {
  process.parentPort.postMessage({
    echo: data.echo ?? new Map(),
    arguments: process.argv.slice(2),
    environment: process.env.MARK,
    hasSend: typeof process.send,
    hasSqlite: process.getBuiltinModule('node:sqlite') !== undefined,
  });
  // Work of its own: it would not end for want of any.
  if (data.stay === true) setInterval(() => undefined, 60_000);
  // The message leaves before.
  if (data.busy === true) setTimeout(() => spin(), 20);
});

function spin() {
  for (;;);
}
