import type { Session } from '../../preload/contract/bridge.ts';
import type { Services } from '../services.ts';
import type { StartMarks } from '../platform/system/startMarks.ts';
import { aboutHandlers } from './handlers/about.ts';
import { annotationHandlers } from './handlers/annotations.ts';
import type { Background } from './background/background.ts';
import { backgroundHandlers } from './handlers/background.ts';
import { encryptionHandlers } from './handlers/encryption.ts';
import { exportHandlers } from './handlers/exports.ts';
import { iconHandlers } from './handlers/icons.ts';
import { jobHandlers } from './handlers/jobs.ts';
import { layoutHandlers } from './handlers/layouts.ts';
import { pictureHandlers } from './handlers/pictures.ts';
import { placeHandlers, type PlaceOptions } from './handlers/places.ts';
import { recordHandlers } from './handlers/records.ts';
import { savedQueryHandlers } from './handlers/savedQueries.ts';
import { sessionHandlers } from './handlers/session.ts';
import { startMarkHandlers } from './handlers/startMarks.ts';
import { systemHandlers } from './handlers/system.ts';
import { watchlistHandlers } from './handlers/watchlists.ts';
import { supportHandlers } from './handlers/support.ts';
import { updateHandlers } from './handlers/updates.ts';
import { createFirstList } from './firstList.ts';
import type { ArrivingFile } from './arrivingFile.ts';
import type { CallHandlers } from './ipc.ts';
import type { Run } from './run.ts';
import { withCancellation } from './cancellations.ts';
import { featureCalls } from '../calls.ts';

export interface HandlersOptions {
  readonly services: Services;
  readonly userDataFolder: string;
  readonly places: PlaceOptions;
  readonly marks: StartMarks;
  /** Made after the handlers, since it changes settings through them. */
  readonly background: () => Background;
  readonly run: Run;
  readonly file: ArrivingFile;
  /** The folder of the built bundles. */
  readonly outFolder: string;
  /** Told when the session the window shows has changed. */
  readonly onSessionChanged: (session: Session) => void;
}

/** What each call of the bridge does: calls the feature, and nothing more. */
export function createHandlers(options: HandlersOptions): CallHandlers {
  const { places, background, marks, onSessionChanged, ...context } = options;
  const { services, run } = context;
  const firstList = createFirstList(services);
  // What the app may have died of is not looked at by itself.
  if (run.safeMode === null) firstList.readAhead().catch(() => undefined);
  return withCancellation({
    ...featureCalls(services),
    ...aboutHandlers(context),
    ...sessionHandlers(context, onSessionChanged),
    ...recordHandlers(context, firstList),
    ...annotationHandlers(context),
    ...exportHandlers(context),
    ...pictureHandlers(),
    ...iconHandlers(context),
    ...jobHandlers(context),
    ...layoutHandlers(context),
    ...savedQueryHandlers(context),
    ...placeHandlers(context, places),
    ...encryptionHandlers(context),
    ...supportHandlers(context),
    ...updateHandlers(context),
    ...systemHandlers(),
    ...backgroundHandlers(background),
    ...startMarkHandlers(marks),
    ...watchlistHandlers(context),
  });
}
