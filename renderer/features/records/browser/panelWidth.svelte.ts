const narrowestPanelPx = 320;
/** Beside the panel the table keeps at least this much. */
const narrowestTablePx = 400;

/** How wide the panel beside the table is, in CSS pixels, and whether both fit beside each other. */
export class PanelWidth {
  readonly narrowest = narrowestPanelPx;
  /** Of table and panel. */
  whole = $state(0);
  chosen = $state(416);
  /** Where the two do not fit beside each other the panel lies over the table. */
  readonly covers = $derived(this.whole > 0 && this.whole < narrowestPanelPx + narrowestTablePx * 0.75);
  /** In a window of less than about 1200 px the table keeps its width, and the panel lies over its right part. */
  readonly overlies = $derived(!this.covers && this.whole < 1000);
  readonly widest = $derived(Math.max(narrowestPanelPx, this.whole - narrowestTablePx));
  readonly px = $derived(`${Math.min(this.chosen, this.widest).toString()}px`);
}
