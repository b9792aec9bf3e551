import type { ProtocolSession } from './chromium/protocol.ts';
import { ElectronObject, electronName } from './lacking.ts';
import type { Loopback } from './loopback.ts';
import { isolatedWorld } from './page/messages.ts';

/** A frame of a page, as `event.senderFrame` tells it. */
export class WebFrameMain extends ElectronObject implements Pick<Electron.WebFrameMain, 'url' | 'origin'> {
  readonly [electronName] = 'electron.webFrameMain';
  /** The address of its document; `app://…` for pages of the app. */
  readonly url: string;
  /** Null for the top frame. */
  readonly parent: WebFrameMain | null;

  constructor(url: string, parent: WebFrameMain | null) {
    super();
    this.url = url;
    this.parent = parent;
  }

  get origin(): string {
    const { protocol, host, origin } = new URL(this.url);
    return origin === 'null' && host !== '' ? `${protocol}//${host}` : origin;
  }

  get top(): WebFrameMain {
    return this.parent?.top ?? this;
  }
}

/** Keeps track of the frames of a page and of the script contexts that live in them. */
export class Frames {
  private readonly loopback: Loopback;
  private readonly urls = new Map<string, string>();
  private readonly parents = new Map<string, string>();
  /** The frames of the worlds in which preloads run, by the ids of these worlds. */
  private readonly contexts = new Map<number, string>();
  private topId = '';

  constructor(loopback: Loopback) {
    this.loopback = loopback;
  }

  follow(session: ProtocolSession): void {
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      this.parents.set(frameId, parentFrameId);
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      this.urls.set(frame.id, frame.url);
      if (frame.parentId === undefined) this.topId = frame.id;
      else this.parents.set(frame.id, frame.parentId);
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      this.urls.set(frameId, url);
    });
    session.on('Page.frameDetached', ({ frameId }) => {
      this.urls.delete(frameId);
      this.parents.delete(frameId);
    });
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId, type } = { ...(context.auxData as { frameId?: unknown; type?: unknown } | undefined) };
      if (context.name === isolatedWorld && type === 'isolated' && typeof frameId === 'string')
        this.contexts.set(context.id, frameId);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.contexts.delete(executionContextId);
    });
    session.on('Runtime.executionContextsCleared', () => {
      this.contexts.clear();
    });
  }

  get top(): WebFrameMain {
    return this.frame(this.topId);
  }

  isTop(frameId: string): boolean {
    return !this.parents.has(frameId);
  }

  /** The world of the top frame's preload; undefined where no preload has run. */
  get topContext(): number | undefined {
    return [...this.contexts].findLast(([, frameId]) => frameId === this.topId)?.[0];
  }

  /** The frame whose preload called, or null when it is gone. */
  ofContext(contextId: number): WebFrameMain | null {
    const frameId = this.contexts.get(contextId);
    return frameId === undefined ? null : this.frame(frameId);
  }

  private frame(frameId: string): WebFrameMain {
    const parentId = this.parents.get(frameId);
    const url = this.loopback.toScheme(this.urls.get(frameId) ?? 'about:blank');
    return new WebFrameMain(url, parentId === undefined ? null : this.frame(parentId));
  }
}
