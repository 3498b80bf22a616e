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

/** Creates a draft over HTTP and returns its page_id; throws like `act`. */
export async function createDraft(
  baseUrl: string,
  key: string,
  draft: {
    readonly title: string;
    readonly word: string;
    readonly raw_html: string;
    readonly idempotency_key: string;
  },
): Promise<number> {
  const { result } = (await act(baseUrl, key, 'builder.create', draft)) as {
    readonly result: { readonly website: { readonly page_id: number } };
  };
  return result.website.page_id;
}
