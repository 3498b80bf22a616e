/** Signs an owner in and opens a session (chat with one agent). Returns the code with which an agent joins the session. */
export async function openSession(
  baseUrl: string,
  email: string,
  password: string,
): Promise<string> {
  const { origin } = new URL(baseUrl);
  const post = async (path: string, body: object, cookie = ''): Promise<Response> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const entered = await post('/api/auth/sign-in/email', { email, password });
  const cookies = entered.headers.getSetCookie().map((text) => text.split(';')[0]);
  const opened = await post('/api/console/pairing', {}, cookies.join('; '));
  return ((await opened.json()) as { readonly code: string }).code;
}
