import {
  defaultOptions,
  type ExportFormat,
  type ExportOptions,
  type ExportRequest,
  type ExportScope,
} from '../../preload/contract/exports.ts';
import type { Services } from '../services.ts';
import { UsageError } from './exitCodes.ts';
import { printFile } from './freeFile.ts';
import { printText } from './output.ts';
import { withProgress } from './progress.ts';

interface TableOutput {
  readonly connectionId: string;
  readonly scope: Extract<ExportScope, { kind: 'table' }>;
  readonly format: ExportFormat;
  readonly formulas: ExportOptions['formulas'];
  readonly path: string | null;
  readonly signal: AbortSignal;
}

/** Uses the service's names and digits. `inside`: the file may state its source. */
export function scriptOptions(format: ExportFormat, inside: boolean): ExportOptions {
  const defaults = defaultOptions(format);
  const provenance = inside && defaults.provenance;
  return { ...defaults, headings: 'names', values: 'raw', byteOrderMark: false, provenance };
}

export async function outputTable(
  services: Pick<Services, 'exports'>,
  { connectionId, scope, format, formulas, path, signal }: TableOutput,
): Promise<void> {
  const options = { ...scriptOptions(format, path !== null), formulas };
  const request: ExportRequest = { connectionId, scope, format, columns: [], options };
  if (path !== null) {
    const { rows, bytes, sha256 } = await withProgress(signal, (control) =>
      services.exports.run(request, path, control),
    );
    await printFile({ path, rows, bytes, sha256 });
    return;
  }
  refuseStandardOutput(format);
  const { text } = await withProgress(signal, (control) => services.exports.asText(request, control));
  await printText(text);
}

export function refuseStandardOutput(format: ExportFormat): void {
  if (format !== 'xlsx' && format !== 'parquet') return;
  throw new UsageError(`A ${format} file cannot be written to standard output. Add --out.`);
}
