import { resourceNames, type ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';
import type { BuilderField } from './fields.ts';
import { QueryEditor } from './queryEditor.svelte.ts';
import type { AppState } from '../shell/app.svelte.ts';
import { queryOf } from '../shell/location.ts';
import { perWindow } from '../shell/perWindow.svelte.ts';

/** The query editors of the window, one for each resource, and the metadata they work with. */
export class QueriesState {
  readonly #bridge: Bridge;
  readonly #editors: ReadonlyMap<ResourceName, QueryEditor>;
  #connectionId: string | null = null;
  /** The fields that the user has computed for a resource. */
  computed: (resource: ResourceName) => readonly BuilderField[] = () => [];

  constructor(app: AppState) {
    this.#bridge = app.bridge;
    this.#editors = new Map(
      resourceNames.map((name) => [
        name,
        new QueryEditor(name, {
          computed: () => this.computed(name),
          shown: () => {
            const { location } = app.navigation;
            return location.view === 'browse' && location.resource === name ? queryOf(location) : null;
          },
        }),
      ]),
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

export const queriesOf = perWindow((app: AppState) => new QueriesState(app));
