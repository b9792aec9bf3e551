import type { Query } from '../../preload/contract/query.ts';
import { resourceNames, resources, type ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';
import { describeQuery } from './describeQuery.ts';
import { catalogueFields, type BuilderField } from './fields.ts';
import { QueryEditor } from './queryEditor.svelte.ts';
import type { AppState } from '../shell/app.svelte.ts';
import { queryOf } from '../shell/location.ts';
import { perWindow } from '../shell/perWindow.svelte.ts';

class QueriesState {
  readonly #bridge: Bridge;
  readonly #editors: ReadonlyMap<ResourceName, QueryEditor>;
  #connectionId: string | null = null;
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

  /** Keeps known metadata until the answer. */
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

/** Works without metadata. Ids show until their names arrive. */
export function describeWithNames(query: Query, resource: ResourceName, app: AppState): string {
  const fields = [...catalogueFields(resource), ...queriesOf(app).computed(resource)];
  return describeQuery(query, resources[resource], fields, (name, value) => {
    const field = fields.find((one) => one.name === name);
    return field === undefined ? undefined : app.names.called(resource, field, value);
  });
}
