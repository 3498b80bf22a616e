import { BridgeError } from '@bridge/kernel';
import findMyWay from 'find-my-way';
import type { Exchange, Route } from './exchange.ts';

/** The route of a request with what its target says. */
export interface Matched extends Pick<Exchange, 'params' | 'query'> {
  readonly route: Route;
}

/** Answers where there is no route: never HTML, because clients probe for sign-in flows that do not exist here. */
const NOT_FOUND: Route = {
  path: '(none)',
  methods: {},
  otherwise: async () => {
    throw new BridgeError('not_found', {});
  },
};

/**
 * Finds the route of a request target. The method decides nothing here: a wrong one is refused by the route, which knows
 * the right ones.
 */
export function makeRouter(routes: readonly Route[]): (target: string) => Matched {
  const router = findMyWay();
  for (const route of routes) router.on('GET', route.path, () => undefined, route);
  return (target) => {
    const found = router.find('GET', target);
    return found === null
      ? { route: NOT_FOUND, params: {}, query: {} }
      : {
          route: found.store as Route,
          params: found.params as Matched['params'],
          query: found.searchParams,
        };
  };
}
