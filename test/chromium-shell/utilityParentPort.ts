import { EventEmitter } from 'node:events';
import process from 'node:process';

/** Gives a process of the shell what a utility process of Electron has: `process.parentPort`. Rule: docs/api/parent-port.md. */

const port = new EventEmitter();
/** "Messages received on this port will be queued up until a handler is registered for this event." */
const queued: unknown[] = [];

process.on('message', (data: unknown) => {
  if (port.listenerCount('message') === 0) queued.push(data);
  else port.emit('message', { data, ports: [] });
});
// Electron ends the process with the app.
process.on('disconnect', () => process.exit());
port.on('newListener', (event) => {
  if (event !== 'message') return;
  queueMicrotask(() => {
    for (const data of queued.splice(0)) port.emit('message', { data, ports: [] });
  });
});

const send = process.send?.bind(process);
Object.assign(process, {
  parentPort: Object.assign(port, {
    postMessage: (message: unknown) => send?.(message),
  }),
  // A utility process of Electron has no channel of Node.
  send: undefined,
});
