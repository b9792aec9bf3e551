const narrowestPanelPx = 320;
const narrowestTablePx = 400;

export class PanelWidth {
  readonly narrowest = narrowestPanelPx;
  whole = $state(0);
  chosen = $state(416);
  /** Too narrow for both: the panel covers the table. */
  readonly covers = $derived(this.whole > 0 && this.whole < narrowestPanelPx + narrowestTablePx * 0.75);
  /** In windows below about 1200 px the panel overlays the table's right part. */
  readonly overlies = $derived(!this.covers && this.whole < 1000);
  readonly widest = $derived(Math.max(narrowestPanelPx, this.whole - narrowestTablePx));
  readonly px = $derived(`${Math.min(this.chosen, this.widest).toString()}px`);
}
