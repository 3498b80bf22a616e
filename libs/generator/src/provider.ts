import { LIMITS, visibleText } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { OutboundFailure, type OutboundClient, type OutboundAnswer } from '@bridge/outbound';
import { z } from 'zod';

/** The settings of the language model provider: an endpoint that is compatible with the OpenAI API. */
export interface ModelProviderSettings {
  /** Address of the API, such as https://api.example/v1. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
}

/** A language model that writes a page from a prompt. */
export interface LanguageModelProvider {
  /** Writes a page; returns its HTML and the name of the model. Throws provider_failed. */
  write(
    asked: { readonly title: string; readonly prompt: string },
    signal: AbortSignal,
  ): Promise<GeneratedWebPage>;
}
/** A page that a language model wrote, and the name of the model. */
export interface GeneratedWebPage {
  readonly html: string;
  readonly model: string;
}

const INSTRUCTIONS = `You write one complete web page. Answer with the HTML document alone, beginning with <!doctype html>:
no explanation, no code fence. All CSS and JavaScript stand inside the document, and it loads nothing from other hosts.`;

/** Schema of the members that are used from a response of the OpenAI chat completions API. */
const completion = z.object({
  // A provider may send null or a name that cannot be stored; this is no reason to refuse a complete page.
  model: visibleText(LIMITS.generateModelCharsMax).optional().catch(undefined),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string() }),
        finish_reason: z.string().nullable().optional(),
      }),
    )
    .min(1),
});

/**
 * The values of `finish_reason`, in lower case, with which providers mark a text that ends before its end. Each provider has
 * its own names for a complete text.
 */
const CUT_REASONS: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'model_length',
  'content_filter',
  'error',
]);

/** The reason why the language model provider returned no usable page. */
type ModelProviderFailureReason = 'unreachable' | 'timeout' | 'refused' | 'over_quota' | 'unusable';

function failed(reason: ModelProviderFailureReason, cause: unknown): BridgeError {
  return new BridgeError('provider_failed', { reason }, { cause });
}

/**
 * Returns the HTML document in the text of the model’s response. Models may enclose it in a code fence against the
 * instructions.
 */
function documentOf(content: string): string {
  const text = content.trim();
  const [fence] = /^```(?:html)?\s*\n/i.exec(text) ?? [];
  return fence !== undefined && text.endsWith('\n```') ? text.slice(fence.length, -4).trim() : text;
}

/**
 * Reads the HTTP response of the provider. Throws provider_failed unless it has status 200, was not cut by a limit or a filter
 * of the model, and contains HTML of at most `generatedHtmlBytesMax` bytes.
 */
export function readCompletion({ status, body }: OutboundAnswer, model: string): GeneratedWebPage {
  if (status === 429 || status === 402) throw failed('over_quota', `status ${status}`);
  if (status !== 200) throw failed('refused', `status ${status}`);
  let answer: z.output<typeof completion>;
  try {
    answer = completion.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    throw failed('unusable', error);
  }
  const [choice] = answer.choices;
  const end = choice?.finish_reason?.toLowerCase();
  if (choice === undefined || (end !== undefined && CUT_REASONS.has(end)))
    throw failed('unusable', `the model did not complete the page: ${end}`);
  const html = documentOf(choice.message.content);
  if (!/<[a-z!]/i.test(html) || !html.isWellFormed()) throw failed('unusable', 'no HTML');
  if (Buffer.byteLength(html) > LIMITS.generatedHtmlBytesMax)
    throw failed('unusable', 'more HTML than a generated draft may have');
  return { html, model: answer.model ?? model };
}

/**
 * Returns the client of a language model provider. Every failure of a request is provider_failed with a reason; the error
 * text of the provider is only logged.
 */
export function openProvider(
  outbound: OutboundClient,
  { url, key, model }: ModelProviderSettings,
): LanguageModelProvider {
  const address = `${url.replace(/\/$/, '')}/chat/completions`;
  return {
    async write({ title, prompt }, signal) {
      const messages = [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: `Title: ${title}\n\n${prompt}` },
      ];
      try {
        const answer = await outbound.send({
          method: 'POST',
          url: address,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({ model, messages, stream: false }),
          timeoutMs: LIMITS.generateProviderMs,
          signal,
        });
        return readCompletion(answer, model);
      } catch (error) {
        if (!(error instanceof OutboundFailure)) throw error;
        const unusable = error.kind === 'too_large' || error.kind === 'broken';
        const reason = error.kind === 'timeout' ? 'timeout' : unusable ? 'unusable' : 'unreachable';
        throw failed(reason, error);
      }
    },
  };
}
