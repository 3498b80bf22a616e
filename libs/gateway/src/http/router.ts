import { BridgeError } from '@bridge/kernel';
import findMyWay from 'find-my-way';
import type { HttpExchange, HttpRoute } from './exchange.ts';

/** The route that matches the URL of a request, with the parameters in its path and query. */
export interface HttpRouteMatch extends Pick<HttpExchange, 'params' | 'query'> {
  readonly route: HttpRoute;
}

/**
 * The route of all unknown paths. It answers 404 in JSON, because MCP clients request OAuth endpoints that do not exist here,
 * and fail on HTML.
 */
const NOT_FOUND: HttpRoute = {
  path: '(none)',
  methods: {},
  otherwise: async () => {
    throw new BridgeError('not_found', {});
  },
};

/**
 * Makes the function that finds the route of a request target by its path only. `runRoute` refuses a method that the route
 * lacks.
 */
export function makeRouter(routes: readonly HttpRoute[]): (target: string) => HttpRouteMatch {
  const router = findMyWay();
  for (const route of routes) router.on('GET', route.path, () => undefined, route);
  return (target) => {
    const found = router.find('GET', target);
    return found === null
      ? { route: NOT_FOUND, params: {}, query: {} }
      : {
          route: found.store as HttpRoute,
          params: found.params as HttpRouteMatch['params'],
          query: found.searchParams,
        };
  };
}
