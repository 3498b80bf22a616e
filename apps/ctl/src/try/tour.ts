import { ACTIONS, GENERATOR } from '@bridge/contracts';
import { print } from '../terminal.ts';
import { UnexpectedCallResultError } from './journey.ts';
import type { AgentApiClient } from './surface.ts';
import { TOUR_STOPS, type ActionTourInputWithWebsite, type ActionTourInput } from './tour-stops.ts';

const NAME_CHARS = Math.max(...ACTIONS.map(({ name }) => name.length));
/** Errors of the paid action that do not stop the run, each with the line that is printed instead of a result. */
const EXCUSED: Readonly<Record<string, string>> = {
  not_configured:
    'not available here: set BRIDGE_GENERATE_URL and BRIDGE_GENERATE_MODEL to an OpenAI-compatible API',
  provider_failed: 'the provider wrote no draft, and the credits were returned',
  outcome_unknown: 'the provider is still writing; the same call would receive the draft',
};

/** Calls every action once, in the order of TOUR_STOPS, and prints a line for each. Throws UnexpectedCallResultError when a call fails. */
export async function showTour(surface: AgentApiClient, plan: ActionTourInput): Promise<void> {
  print(`\nAll ${TOUR_STOPS.length} actions, ${surface.title}\n`);
  let page: ActionTourInputWithWebsite['page'] = { page_id: 0, draft_revision: 0 };
  for (const { action, input, line } of TOUR_STOPS) {
    const isPaid = action === GENERATOR.pagesGenerate.name;
    const answer = await surface.call(action, input({ ...plan, page }));
    const code = answer.ok ? '' : String(answer.error['code']);
    const excuse = isPaid ? EXCUSED[code] : undefined;
    if (!answer.ok && excuse === undefined)
      throw new UnexpectedCallResultError(`${action} was refused: ${JSON.stringify(answer.error)}`);
    const { website } = (answer.ok ? answer.result : {}) as {
      readonly website?: ActionTourInputWithWebsite['page'];
    };
    if (website !== undefined && !isPaid) page = website;
    print(`  ${action.padEnd(NAME_CHARS)}  ${answer.ok ? line(answer.result) : (excuse ?? '')}`);
  }
}
