import type { CallValue } from '../../../preload/contract/bridge.ts';
import type { feedShows } from '../../../preload/contract/feed.ts';
import type { Failure } from '../../../preload/contract/failures.ts';
import { ask, type Bridge } from '../../bridge.ts';
import { LatestRequest } from '../../shell/request.svelte.ts';

export type FeedShow = (typeof feedShows)[number];
type FeedGroups = CallValue<'getFeed'>['groups'];

export interface FeedQuestion {
  readonly connectionId: string;
  readonly listId?: string | undefined;
  readonly show: FeedShow;
}

/** Rows per list and day. Others load on request: thousands would block the window. */
const firstEntries = 20;

export class FeedState {
  readonly #bridge: Bridge;
  readonly answer: LatestRequest<CallValue<'getFeed'>>;
  #later = $state.raw<FeedGroups>([]);
  #next = $state.raw<string | null | undefined>(undefined);
  #question: FeedQuestion | null = null;
  /** The connection whose transactions were on screen. */
  #seen: string | null = null;
  #lookedAt: number | null | undefined;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.answer = new LatestRequest(bridge);
  }

  readonly groups = $derived.by((): FeedGroups => [...(this.answer.value?.groups ?? []), ...this.#later]);
  /** The day to continue before; null at the end. */
  readonly next = $derived.by((): string | null =>
    this.#next === undefined ? (this.answer.value?.next ?? null) : this.#next,
  );

  /** The previous visit, before this view was opened; null if there was none. */
  get lookedAt(): number | null {
    return this.#lookedAt ?? null;
  }

  async load(question: FeedQuestion): Promise<void> {
    const { connectionId } = question;
    if (this.#question?.connectionId !== connectionId) {
      this.#noteLook();
      this.#lookedAt = undefined;
    }
    this.#question = question;
    this.#later = [];
    this.#next = undefined;
    if (this.#lookedAt === undefined) {
      const unread = await ask(() => this.#bridge.getUnread({ connectionId }));
      if (question !== this.#question) return;
      this.#lookedAt = unread.ok ? unread.value.lookedAt : null;
    }
    await this.answer.run(question, (ticket) =>
      this.#bridge.getFeed({ ...this.#argumentsOf(question), ticket }),
    );
    if (question === this.#question && this.answer.value !== null) this.#seen = connectionId;
  }

  async more(): Promise<Failure | null> {
    const question = this.#question;
    const before = this.next;
    if (question === null || before === null) return null;
    const result = await ask(() => this.#bridge.getFeed({ ...this.#argumentsOf(question), before }));
    if (question !== this.#question) return null;
    if (!result.ok) return result.failure;
    this.#later = [...this.#later, ...result.value.groups];
    this.#next = result.value.next;
    return null;
  }

  close(): void {
    this.answer.cancel();
    this.#question = null;
    this.#noteLook();
  }

  /** `since` starts here: the user has seen what was on screen. */
  #noteLook(): void {
    const connectionId = this.#seen;
    this.#seen = null;
    if (connectionId !== null) void ask(() => this.#bridge.noteLook({ connectionId }));
  }

  #argumentsOf({ connectionId, listId, show }: FeedQuestion): Parameters<Bridge['getFeed']>[0] {
    return {
      connectionId,
      show,
      entries: firstEntries,
      ...(listId === undefined ? {} : { listId }),
      ...(this.#lookedAt === null || this.#lookedAt === undefined ? {} : { lookedAt: this.#lookedAt }),
    };
  }
}
