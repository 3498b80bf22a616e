import type { DraftCheckAnswer, KeyRecord } from '@bridge/contracts';
import { QueryClient } from '@tanstack/react-query';
import { ServiceRequestError, type PartialErrorBody } from '../api/client.ts';
import type { ConsoleActivityEvent } from '../api/home.ts';
import { keysQuery } from '../api/keys.ts';
import { titleQuery } from '../api/titles.ts';

const AT = '2026-01-02T03:04:05.000Z';
const KEY_ID = 'key_00000000000000000000000001';

/** An agent key for the examples of the components. */
const KEY: KeyRecord = {
  key_id: KEY_ID,
  name: 'laptop',
  start: 'ak_1234',
  last4: '5678',
  scopes: ['builder.list'],
  worlds: null,
  status: 'active',
  created_at: AT,
  expires_at: null,
  last_used_at: AT,
  last_used_action: 'builder.list',
  use_count: 1,
  revoked_at: null,
  rotated_from: null,
  audit_all: false,
  limits: {},
};

/** Makes an effect (a committed change) for the component examples: the sample key changed the website 42. */
export function sampleEffect(id: number): ConsoleActivityEvent {
  return {
    id,
    at: AT,
    action: 'builder.patch',
    surface: 'act',
    actor: { type: 'key', key_id: KEY_ID, key_name: 'laptop' },
    target: { page_id: 42, word: 'harbour' },
    revision_before: id,
    revision_after: id + 1,
    request_id: 'req_1',
  };
}

/** Makes the error of a refused request for the component examples. `facts` replace its default values. */
export function sampleRefusal(facts: PartialErrorBody): ServiceRequestError {
  return new ServiceRequestError(409, {
    code: 'revision_conflict',
    message: 'The draft was changed.',
    hint: 'Read it again.',
    doc_url: '/docs/errors#revision_conflict',
    request_id: 'req_1',
    ...facts,
  });
}

/** The result of the check of a draft for the component examples, with one secret and one warning of each severity. */
export const SAMPLE_VERDICT: DraftCheckAnswer = {
  check: {
    draft_revision: 3,
    publication_mode: 'online',
    offline_ready: false,
    warnings: (['error', 'warning', 'info'] as const).map((severity, index) => ({
      code: 'external_image',
      severity,
      message: `A finding of severity ${severity}.`,
      url: 'https://image.example/a.png',
      line: index + 2,
      column: 1,
      count: 1,
    })),
    truncated: false,
    secrets: 1,
    found: [{ kind: 'an agent key', part: 'layer', name: 'theme', line: 1, column: 3 }],
    empty: false,
  },
  places: [{ layer_id: null, line: 2, column: 1 }, { layer_id: 'theme', line: 3, column: 1 }, null],
  unchanged: false,
};

/** Makes a query cache that contains all data which the component examples read, so that they send no request. */
export function makeSampleCache(): QueryClient {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queries = [
    [keysQuery.queryKey, [KEY]],
    [titleQuery(42).queryKey, 'Moonlit Press'],
  ] as const;
  for (const [queryKey, value] of queries) {
    cache.setQueryDefaults(queryKey, { staleTime: Infinity });
    cache.setQueryData(queryKey, value);
  }
  return cache;
}

/** Id of the agent's key that the component examples show. */
export const SAMPLE_KEY_ID = KEY_ID;
