import { SvelteMap } from 'svelte/reactivity';
import type { Layout } from '../../../preload/contract/layouts.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { splitMember } from '../../../preload/contract/resources/memberFields.ts';
import { ask, type Bridge } from '../../bridge.ts';
import { Later } from '../../app/later.ts';

/** Changes follow one another while a column is dragged or resized: the last one is kept. */
const saveAfterMs = 400;

/** How the grid of each resource is arranged, remembered across restarts and connections. */
export class ColumnsState {
  readonly #bridge: Bridge;
  readonly #layouts = new SvelteMap<ResourceName, Layout>();
  /** The columns of the place on screen, where it has its own: changes of these are not saved. */
  #ofPlace = $state.raw<{ resource: ResourceName; layout: Layout } | null>(null);
  readonly #saves = new Later<ResourceName>(saveAfterMs);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Reads what was kept. Returns how to stop: what is not saved yet is saved then. */
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

  layout(resource: ResourceName): Layout {
    return this.#ofPlace?.resource === resource ? this.#ofPlace.layout : this.#own(resource);
  }

  /** Shows the columns of a place, or the user's own where it has none. */
  follow(resource: ResourceName, columns: readonly string[] | undefined): void {
    const own = this.#own(resource);
    const pinned = columns?.[0] === own.columns[0] ? Math.min(own.pinned, 1) : 0;
    this.#ofPlace =
      columns === undefined ? null : { resource, layout: { ...own, columns: [...columns], pinned } };
  }

  /**
   * No place is on screen. Called while a view is destroyed, when what is derived, as its location, must not be read: Svelte computes it
   * from the values before, and the window would go on with those.
   */
  leave(): void {
    if (this.#ofPlace !== null) this.#ofPlace = null;
  }

  /** The user's own columns, with these behind the ones whose members they are, or at the end. */
  with(resource: ResourceName, names: readonly string[]): readonly string[] {
    return names.reduce((columns, name) => {
      if (columns.includes(name)) return columns;
      const place = columns.indexOf(splitMember(name).base);
      return columns.toSpliced(place === -1 ? columns.length : place + 1, 0, name);
    }, this.#own(resource).columns);
  }

  /** The columns shown, in order. */
  of(resource: ResourceName): readonly string[] {
    return this.layout(resource).columns;
  }

  isDefault(resource: ResourceName): boolean {
    return !this.#layouts.has(resource) && this.#ofPlace?.resource !== resource;
  }

  /** Shows a column at the end, a metric's member behind the metric, or hides it. The last column stays. */
  toggle(resource: ResourceName, name: string): void {
    const { columns } = this.layout(resource);
    const { base, member } = splitMember(name);
    if (columns.includes(name)) this.hide(resource, name);
    else if (member !== null && columns.includes(base)) this.insert(resource, name, { after: base });
    else this.#change(resource, { columns: [...columns, name] });
  }

  /** Shows a column behind another. */
  insert(resource: ResourceName, name: string, { after }: { after: string }): void {
    const { columns, pinned } = this.layout(resource);
    // Behind the pinned columns, which stay as they are.
    const place = Math.max(columns.indexOf(after) + 1, pinned);
    this.#change(resource, { columns: columns.toSpliced(place, 0, name) });
  }

  hide(resource: ResourceName, name: string): void {
    const { columns, pinned } = this.layout(resource);
    if (columns.length === 1) return;
    const index = columns.indexOf(name);
    this.#change(resource, {
      columns: columns.filter((other) => other !== name),
      pinned: index !== -1 && index < pinned ? pinned - 1 : pinned,
    });
  }

  /**
   * Moves a column to a place among the columns, from 0. Pinned columns stay together at the left: a column moved among them is
   * pinned, one moved out of them is not any more.
   */
  move(resource: ResourceName, name: string, to: number): void {
    const { columns, pinned } = this.layout(resource);
    const from = columns.indexOf(name);
    const target = Math.min(Math.max(to, 0), columns.length - 1);
    if (from === -1 || from === target) return;
    const others = columns.filter((other) => other !== name);
    const wasPinned = from < pinned;
    const isPinned = target < pinned;
    this.#change(resource, {
      columns: others.toSpliced(target, 0, name),
      pinned: pinned + Number(isPinned) - Number(wasPinned),
    });
  }

  /** Keeps a column in sight at the left, behind those that are already, or lets it go. */
  togglePin(resource: ResourceName, name: string): void {
    const { columns, pinned } = this.layout(resource);
    const index = columns.indexOf(name);
    if (index === -1) return;
    const others = columns.filter((other) => other !== name);
    const isPinned = index < pinned;
    const next = isPinned ? pinned - 1 : pinned + 1;
    this.#change(resource, { columns: others.toSpliced(isPinned ? next : pinned, 0, name), pinned: next });
  }

  /** Sets the widths of some columns, in CSS pixels. */
  resize(resource: ResourceName, widths: Readonly<Record<string, number>>): void {
    this.#change(resource, { widths: { ...this.layout(resource).widths, ...widths } });
  }

  setFigures(resource: ResourceName, figures: Layout['figures']): void {
    this.#change(resource, { figures });
  }

  reset(resource: ResourceName): void {
    this.#ofPlace = null;
    this.#layouts.delete(resource);
    this.#saveSoon(resource);
  }

  #change(resource: ResourceName, part: Partial<Layout>): void {
    const layout = { ...this.layout(resource), ...part };
    if (this.#ofPlace?.resource === resource) {
      this.#ofPlace = { resource, layout };
      return;
    }
    this.#layouts.set(resource, layout);
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
      // What the user changed before the kept layouts came is newer.
      if (!this.#saves.has(resource)) this.#layouts.set(resource, layout);
    }
  }
}

/** The catalogue's columns; the one that names a record stays in sight. */
function defaultLayout(resource: ResourceName): Layout {
  const { defaultColumns, titleField } = resources[resource];
  return {
    columns: [...defaultColumns],
    pinned: defaultColumns[0] === titleField ? 1 : 0,
    widths: {},
    figures: 'compact',
  };
}
