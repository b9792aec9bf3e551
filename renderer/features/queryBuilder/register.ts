import Play from '@lucide/svelte/icons/play';
import { resources } from '../../../preload/contract/resources.ts';
import type { Register } from '../../shell/app.svelte.ts';
import { dialogOf } from '../../shell/feature.ts';
import { questionStarters } from '../../query/starters.ts';
import { queryOpeningOf } from '../../query/queryOpening.svelte.ts';

export const register: Register = (app) => {
  const opening = queryOpeningOf(app);
  const asked = {
    lookup: app.names,
    onclose: () => {
      opening.valueRequest = null;
    },
    onanswered: (answers: Readonly<Record<string, string>>) => opening.answer(answers),
  };
  return {
    linked: (location) => opening.asTemplate(location),
    arrived: (location) => opening.askFor(location),
    paletteItems: () =>
      questionStarters.map((starter) => ({
        key: `starter-${starter.name}`,
        group: 'Templates',
        label: starter.name,
        detail: resources[starter.resource].label,
        words: starter.note,
        icon: Play,
        run: () => void opening.openStarter(starter),
      })),
    dialogs: [
      dialogOf(
        () => opening.valueRequest && { ...opening.valueRequest, ...asked },
        () => import('./ParametersDialog.svelte'),
      ),
    ],
  };
};
