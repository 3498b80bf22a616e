import { LIMITS, type BusCallDefinition } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { z } from 'zod';
import type { BodyBudget } from '../admission/body-budget.ts';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type {
  ValidatedActionInput,
  WebsiteTextCallNameAndParams,
  ParsedActionCall,
} from '../dispatch.ts';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import { sendWithBodies, type ServiceSendDeps } from '../dispatch/send-with-bodies.ts';
import type { CallBodyParser } from '../read/call-reader.ts';
import { okReply } from './errors.ts';
import { refuseDisconnected, type HttpExchange, type HttpRouteReply } from './exchange.ts';
import { checkBodyHeaders, declaredBytes, readBody } from './read-body.ts';

/**
 * Dependencies of the routes whose request bodies contain HTML or editor layers (HTML, CSS and notes beside it) of a website.
 */
export interface WebsiteTextRouteDeps extends ServiceSendDeps {
  readonly budget: BodyBudget;
  readonly reader: CallBodyParser;
  readonly limiter: RateLimiter;
}

/**
 * Reads and parses an owner’s request body with the limits of an agent’s call: at most 64 MiB, reserved in the body budget, a
 * large body parsed in a worker thread. Spec: editor.large-bodies.
 */
export async function readContentCall(
  deps: WebsiteTextRouteDeps,
  exchange: HttpExchange,
  accountId: string,
  head: WebsiteTextCallNameAndParams,
): Promise<ParsedActionCall> {
  const { scope, facts } = exchange;
  facts.action = head.entry;
  checkBodyHeaders(exchange, LIMITS.callBodyBytesMax);
  refuseDisconnected(exchange);
  const reservation = deps.budget.admit(scope, accountId);
  deps.limiter.admit(
    ownerPrincipal(accountId),
    declaredBytes(exchange) ?? Number.POSITIVE_INFINITY,
  );
  const bytes = await readBody(exchange, LIMITS.callBodyBytesMax, reservation, deps.clock);
  facts.bytesIn = bytes.byteLength;
  const [call] = (await deps.reader.read(bytes, head)).calls;
  if (call === undefined || call === null)
    throw new BridgeError('internal', {}, { cause: `${head.entry} was not prepared` });
  return call;
}

function demandInput({ name, checked }: ParsedActionCall): ValidatedActionInput {
  if (checked?.ok === true) return checked.input;
  if (checked !== null && 'issues' in checked)
    throw new BridgeError('invalid_input', { issues: checked.issues });
  throw new BridgeError('internal', {}, { cause: `${name} is no content route` });
}

/** Reads a request body with HTML or editor layers of a website, and sends it to a service with `sendContent`. */
export async function callContent<
  I extends z.ZodType,
  O extends z.ZodType<Readonly<Record<string, unknown>>>,
>(
  deps: WebsiteTextRouteDeps,
  exchange: HttpExchange,
  accountId: string,
  callable: BusCallDefinition<I, O>,
  params: WebsiteTextCallNameAndParams['params'],
): Promise<HttpRouteReply> {
  const head = { entry: callable.name, params };
  const input = demandInput(await readContentCall(deps, exchange, accountId, head));
  return sendContent(deps, exchange, accountId, callable, input);
}

/**
 * Sends a bus message with HTML or editor layers of a website for an owner. Returns a reply with the members of the message’s
 * result.
 */
export async function sendContent<
  I extends z.ZodType,
  O extends z.ZodType<Readonly<Record<string, unknown>>>,
>(
  deps: ServiceSendDeps & Pick<WebsiteTextRouteDeps, 'limiter'>,
  { requestId, facts }: HttpExchange,
  accountId: string,
  callable: BusCallDefinition<I, O>,
  input: ValidatedActionInput,
): Promise<HttpRouteReply> {
  if ((input.texts['layers']?.bytes.byteLength ?? 0) > LIMITS.layersBytesMax) {
    const message = `must be at most ${LIMITS.layersBytesMax} bytes as JSON`;
    throw new BridgeError('invalid_input', {
      issues: [{ path: 'layers', rule: 'too_big', message }],
    });
  }
  const principal = ownerPrincipal(accountId);
  const texts = Object.values(input.texts);
  deps.limiter.takeChange(
    principal,
    texts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
  );
  facts.action = callable.name;
  const { result, replayed } = await sendWithBodies(deps, callable, {
    ctx: contextOf(principal, 'console'),
    requestId,
    deadline: deps.clock.now() + callable.budgetMs,
    ...input,
  });
  return replayableReply(requestId, result, replayed);
}

/** Returns the reply to a change. The header Idempotency-Replayed marks the stored result of an earlier identical call. */
export function replayableReply(
  requestId: string,
  result: Readonly<Record<string, unknown>>,
  replayed: boolean,
): HttpRouteReply {
  const reply = okReply(requestId, result);
  return replayed
    ? { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } }
    : reply;
}
