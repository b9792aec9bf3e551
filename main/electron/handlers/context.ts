import type { Services } from '../../services.ts';
import type { ArrivingFile } from '../arrivingFile.ts';
import type { LastView } from '../lastView.ts';
import type { Run } from '../run.ts';

/** What the handlers of the bridge's calls work with. */
export interface HandlerContext {
  readonly services: Services;
  readonly userDataFolder: string;
  /** The folder of the built bundles. */
  readonly outFolder: string;
  readonly run: Run;
  readonly file: ArrivingFile;
  /** The picture of the window that the next start shows. */
  readonly lastView: Pick<LastView, 'forget'>;
}
