import { SvelteMap } from 'svelte/reactivity';
import type { Layout } from '../../preload/contract/layouts.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { splitMember } from '../../preload/contract/resources/memberFields.ts';
import { ask, type Bridge } from '../bridge.ts';
import { Later } from './later.ts';
import type { Navigation } from './navigation.svelte.ts';

/** Saves after the last change of a drag. */
const saveAfterMs = 400;

/** Column layouts, shared by all connections. They survive restarts. */
export class ColumnsState {
  readonly #bridge: Bridge;
  readonly #layouts = new SvelteMap<ResourceName, Layout>();
  readonly #navigation: () => Pick<Navigation, 'location' | 'change'>;
  readonly #place = $derived.by(() => {
    const { location } = this.#navigation();
    return location.view === 'browse' ? location : null;
  });
  /** Derived, so that other changes of the location do not matter. */
  readonly #resource = $derived(this.#place?.resource);
  readonly #columns = $derived(this.#place?.columns);
  readonly #pinned = $derived(this.#place?.pinned);
  readonly #saves = new Later<ResourceName>(saveAfterMs);

  constructor(bridge: Bridge, navigation: () => Pick<Navigation, 'location' | 'change'>) {
    this.#bridge = bridge;
    this.#navigation = navigation;
  }

  /** Returns the unsubscriber, which saves pending changes. */
  start(): () => void {
    void this.#read();
    const saveAll = (): void => {
      this.#saves.flush();
    };
    addEventListener('pagehide', saveAll);
    return () => {
      removeEventListener('pagehide', saveAll);
      saveAll();
    };
  }

  /** The location's columns override the user's. */
  layout(resource: ResourceName): Layout {
    const own = this.#own(resource);
    const columns = this.#columnsOfPlace(resource);
    if (columns === undefined) return own;
    const pinned = this.#pinned ?? (columns[0] === own.columns[0] ? Math.min(own.pinned, 1) : 0);
    return { ...own, columns: [...columns], pinned };
  }

  with(resource: ResourceName, names: readonly string[]): readonly string[] {
    const { columns } = this.#own(resource);
    if (names.every((name, index) => columns[index + 1] === name)) return [];
    const [first, ...others] = columns.filter((name) => !names.includes(name));
    return first === undefined ? names : [first, ...names, ...others];
  }

  of(resource: ResourceName): readonly string[] {
    return this.layout(resource).columns;
  }

  isDefault(resource: ResourceName): boolean {
    return !this.#layouts.has(resource) && this.#columnsOfPlace(resource) === undefined;
  }

  /** Shows or hides a column. A metric's member follows its metric; the last column stays. */
  toggle(resource: ResourceName, name: string): void {
    const { columns } = this.layout(resource);
    const { base, member } = splitMember(name);
    if (columns.includes(name)) this.hide(resource, name);
    else if (member !== null && columns.includes(base)) this.insert(resource, name, { after: base });
    else this.#arrange(resource, { columns: [...columns, name] });
  }

  insert(resource: ResourceName, name: string, { after }: { after: string }): void {
    const { columns, pinned } = this.layout(resource);
    const place = Math.max(columns.indexOf(after) + 1, pinned);
    this.#arrange(resource, { columns: columns.toSpliced(place, 0, name) });
  }

  hide(resource: ResourceName, name: string): void {
    const { columns, pinned } = this.layout(resource);
    if (columns.length === 1) return;
    const index = columns.indexOf(name);
    this.#arrange(resource, {
      columns: columns.filter((other) => other !== name),
      pinned: index !== -1 && index < pinned ? pinned - 1 : pinned,
    });
  }

  /** Moving across the edge of the pinned columns pins or unpins. `to` counts from 0. */
  move(resource: ResourceName, name: string, to: number): void {
    const { columns, pinned } = this.layout(resource);
    const from = columns.indexOf(name);
    const target = Math.min(Math.max(to, 0), columns.length - 1);
    if (from === -1 || from === target) return;
    const others = columns.filter((other) => other !== name);
    const wasPinned = from < pinned;
    const isPinned = target < pinned;
    this.#arrange(resource, {
      columns: others.toSpliced(target, 0, name),
      pinned: pinned + Number(isPinned) - Number(wasPinned),
    });
  }

  /** Pins after the pinned columns, or unpins. */
  togglePin(resource: ResourceName, name: string): void {
    const { columns, pinned } = this.layout(resource);
    const index = columns.indexOf(name);
    if (index === -1) return;
    const others = columns.filter((other) => other !== name);
    const isPinned = index < pinned;
    const next = isPinned ? pinned - 1 : pinned + 1;
    this.#arrange(resource, { columns: others.toSpliced(isPinned ? next : pinned, 0, name), pinned: next });
  }

  /** Widths in CSS pixels. */
  resize(resource: ResourceName, widths: Readonly<Record<string, number>>): void {
    this.#keep(resource, { widths: { ...this.#own(resource).widths, ...widths } });
  }

  setFigures(resource: ResourceName, figures: Layout['figures']): void {
    this.#keep(resource, { figures });
  }

  /** Drops the location's columns, or else the user's layout. */
  reset(resource: ResourceName): void {
    if (this.#columnsOfPlace(resource) !== undefined) {
      this.#navigation().change({ columns: undefined, pinned: undefined }, { step: false });
      return;
    }
    this.#layouts.delete(resource);
    this.#saveSoon(resource);
  }

  #columnsOfPlace(resource: ResourceName): readonly string[] | undefined {
    return this.#resource === resource ? this.#columns : undefined;
  }

  /** Changes the location's columns, or else the user's. */
  #arrange(resource: ResourceName, part: Pick<Layout, 'columns'> & Partial<Pick<Layout, 'pinned'>>): void {
    if (this.#columnsOfPlace(resource) !== undefined) this.#navigation().change(part, { step: false });
    else this.#keep(resource, part);
  }

  #keep(resource: ResourceName, part: Partial<Layout>): void {
    this.#layouts.set(resource, { ...this.#own(resource), ...part });
    this.#saveSoon(resource);
  }

  #own(resource: ResourceName): Layout {
    return this.#layouts.get(resource) ?? defaultLayout(resource);
  }

  #saveSoon(resource: ResourceName): void {
    this.#saves.run(resource, () => {
      this.#save(resource);
    });
  }

  #save(resource: ResourceName): void {
    const layout = this.#layouts.get(resource) ?? null;
    void ask(() =>
      this.#bridge.saveLayout({ resource, layout: layout === null ? null : $state.snapshot(layout) }),
    );
  }

  async #read(): Promise<void> {
    const result = await ask(() => this.#bridge.listLayouts());
    if (!result.ok) return;
    for (const { resource, layout } of result.value) {
      // Changes made before the layouts arrived win.
      if (!this.#saves.has(resource)) this.#layouts.set(resource, layout);
    }
  }
}

function defaultLayout(resource: ResourceName): Layout {
  const { defaultColumns, titleField } = resources[resource];
  return {
    columns: [...defaultColumns],
    pinned: defaultColumns[0] === titleField ? 1 : 0,
    widths: {},
    figures: 'compact',
  };
}
