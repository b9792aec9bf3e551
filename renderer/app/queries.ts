import { resourceNames, type ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';
import type { ComputedColumnsState } from '../features/computedColumns/computedColumns.svelte.ts';
import { QueryEditor } from '../features/queryBuilder/queryEditor.svelte.ts';

/** The query editors of the window, one for each resource, and the metadata they work with. */
export class QueriesState {
  readonly #bridge: Bridge;
  /** Made with the window: what is derived in the effects of a view would stand still once the view is left. */
  readonly #editors: ReadonlyMap<ResourceName, QueryEditor>;
  #connectionId: string | null = null;

  constructor(bridge: Bridge, computedColumns: Pick<ComputedColumnsState, 'builderFields'>) {
    this.#bridge = bridge;
    this.#editors = new Map(
      resourceNames.map((name) => [name, new QueryEditor(name, () => computedColumns.builderFields(name))]),
    );
  }

  of(resource: ResourceName): QueryEditor {
    const editor = this.#editors.get(resource);
    if (editor === undefined) throw new Error(`There is no editor for ${resource}.`);
    return editor;
  }

  /** Reads the metadata of a resource. What is known already stays until the answer comes. */
  async describe(connectionId: string, resource: ResourceName): Promise<void> {
    if (this.#connectionId !== connectionId) {
      this.#connectionId = connectionId;
      for (const editor of this.#editors.values()) {
        editor.metadata = null;
        editor.described = false;
      }
    }
    const result = await ask(() => this.#bridge.describeResource({ connectionId, resource }));
    if (this.#connectionId !== connectionId) return;
    const editor = this.of(resource);
    if (result.ok) editor.metadata = result.value;
    editor.described = true;
  }
}
