export interface FlowPart {
  readonly name: string;
  readonly figure: number;
}

/** In CSS pixels from the top left. */
export interface PlacedPart {
  /** Top of the bar beside the name, and of the band at the subject. */
  readonly top: number;
  readonly topAtSubject: number;
  readonly height: number;
  readonly middle: number;
}

interface FlowLayout {
  readonly left: readonly PlacedPart[];
  readonly right: readonly PlacedPart[];
  readonly slot: number;
  readonly subject: { readonly top: number; readonly height: number };
}

/** The height of a name. */
const leastSlot = 15;

/** Bands have the height of their figures. `height` in CSS pixels. */
export function flowLayout(
  left: readonly FlowPart[],
  right: readonly FlowPart[],
  height: number,
): FlowLayout {
  const slot = Math.min(leastSlot, height / Math.max(1, left.length, right.length));
  const [ins, outs] = [totalOf(left), totalOf(right)];
  const scales = [
    [left.length, ins],
    [right.length, outs],
  ].flatMap(([count = 0, total = 0]) => (total > 0 ? [(height - count * slot) / total] : []));
  const scale = Math.max(0, Math.min(...scales, Number.MAX_VALUE));
  const subjectHeight = scales.length === 0 ? 0 : Math.max(ins, outs) * scale;
  const top = (height - subjectHeight) / 2;

  function place(parts: readonly FlowPart[], total: number): PlacedPart[] {
    let next = (height - parts.length * slot - total * (scales.length === 0 ? 0 : scale)) / 2;
    let atSubject = top;
    return parts.map(({ figure }) => {
      const own = scales.length === 0 ? 0 : Math.max(0, figure) * scale;
      const placed = {
        top: next + slot / 2,
        topAtSubject: atSubject,
        height: own,
        middle: next + (slot + own) / 2,
      };
      next += slot + own;
      atSubject += own;
      return placed;
    });
  }

  return { left: place(left, ins), right: place(right, outs), slot, subject: { top, height: subjectHeight } };
}

function totalOf(parts: readonly FlowPart[]): number {
  return parts.reduce((sum, { figure }) => sum + Math.max(0, figure), 0);
}
