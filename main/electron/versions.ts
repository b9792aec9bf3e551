import { release } from 'node:os';
import { app } from 'electron';

export function versions(): Readonly<Record<string, string>> {
  const { electron, chrome, node, v8 } = process.versions;
  return {
    app: app.getVersion(),
    packed: String(app.isPackaged),
    ...(electron === undefined ? {} : { electron }),
    ...(chrome === undefined ? {} : { chromium: chrome }),
    node,
    v8,
    system: `${process.platform} ${release()} ${process.arch}`,
  };
}
