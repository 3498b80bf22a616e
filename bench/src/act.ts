/** Calls an action over HTTP and returns its result; throws with the response when the call is refused. */
export async function act(
  baseUrl: string,
  key: string,
  action: string,
  payload: object,
): Promise<unknown> {
  const response = await fetch(`${baseUrl}/api/agent-bridge/act`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action, payload }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${action} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
