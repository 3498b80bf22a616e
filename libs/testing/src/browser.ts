import { answerOf, type TestHttpResponse } from './gateway-rig.ts';

/** An HTTP client that behaves like the browser of one owner: it keeps cookies and sends browser headers. */
export interface SimulatedBrowserClient {
  cookie: string;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestHttpResponse>;
  signIn(email: string, password: string): Promise<TestHttpResponse>;
}

/** Creates a browser client without cookies; `own` are headers that it adds to each request. */
export function openBrowser(
  rig: { readonly base: string },
  own: Record<string, string> = {},
): SimulatedBrowserClient {
  const browser: SimulatedBrowserClient = {
    cookie: '',
    async send(method, path, body, headers = {}) {
      const response = await fetch(`${rig.base}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(browser.cookie === '' ? {} : { cookie: browser.cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json', origin: rig.base }),
          ...own,
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const text of response.headers.getSetCookie()) {
        const [pair = ''] = text.split(';');
        browser.cookie = /max-age=0/i.test(text) ? '' : pair;
      }
      return answerOf(response);
    },
    signIn: (email, password) =>
      browser.send('POST', '/api/auth/sign-in/email', { email, password }),
  };
  return browser;
}
