import type { ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';
import { QueryEditor } from './queryEditor.svelte.ts';

/** The query editors of the window, one for each resource, and the metadata they work with. */
export class QueriesState {
  readonly #bridge: Bridge;
  readonly #editors = new Map<ResourceName, QueryEditor>();
  #connectionId: string | null = null;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  of(resource: ResourceName): QueryEditor {
    const known = this.#editors.get(resource);
    if (known !== undefined) return known;
    const editor = new QueryEditor(resource);
    this.#editors.set(resource, editor);
    return editor;
  }

  /** Reads what may be asked of a resource. What is known already stays until the answer comes. */
  async describe(connectionId: string, resource: ResourceName): Promise<void> {
    if (this.#connectionId !== connectionId) {
      this.#connectionId = connectionId;
      for (const editor of this.#editors.values()) editor.metadata = null;
    }
    const result = await ask(() => this.#bridge.describeResource({ connectionId, resource }));
    if (result.ok && this.#connectionId === connectionId) this.of(resource).metadata = result.value;
  }
}
