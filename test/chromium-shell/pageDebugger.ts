import type { ProtocolSession } from './chromium/protocol.ts';
import { ElectronObject, electronName } from './lacking.ts';

/** `webContents.debugger`: the one command that the app sends. Rule: docs/api/debugger.md. */
export class PageDebugger
  extends ElectronObject
  implements Pick<Electron.Debugger, 'attach' | 'detach' | 'isAttached'>
{
  readonly [electronName] = 'electron.Debugger';
  private readonly ready: Promise<ProtocolSession>;
  private attached = false;

  constructor(ready: Promise<ProtocolSession>) {
    super();
    this.ready = ready;
  }

  attach(): void {
    if (this.attached) throw new Error('Debugger is already attached to the target');
    this.attached = true;
  }

  detach(): void {
    this.attached = false;
  }

  isAttached(): boolean {
    return this.attached;
  }

  async sendCommand(method: 'HeapProfiler.collectGarbage'): Promise<void> {
    if (!this.attached) throw new Error('No target available');
    const protocol = await this.ready;
    await protocol.send(method);
  }
}
