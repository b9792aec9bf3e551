const narrowestPanelPx = 320;
/** The table is at least this wide next to the panel. */
const narrowestTablePx = 400;

/** The width of the side panel in CSS pixels, and whether it fits next to the table. */
export class PanelWidth {
  readonly narrowest = narrowestPanelPx;
  /** Of table and panel. */
  whole = $state(0);
  chosen = $state(416);
  /** True where the two do not fit: the panel covers the table. */
  readonly covers = $derived(this.whole > 0 && this.whole < narrowestPanelPx + narrowestTablePx * 0.75);
  /** True in a window of less than about 1200 px: the table keeps its width, and the panel overlays its right part. */
  readonly overlies = $derived(!this.covers && this.whole < 1000);
  readonly widest = $derived(Math.max(narrowestPanelPx, this.whole - narrowestTablePx));
  readonly px = $derived(`${Math.min(this.chosen, this.widest).toString()}px`);
}
