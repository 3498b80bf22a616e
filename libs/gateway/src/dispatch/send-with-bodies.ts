import { newObject, putBody, putObject, type BlobStore, type Body } from '@bridge/blobs';
import type { Answer, Bus } from '@bridge/bus';
import { BUILDER, LIMITS, type Callable, type CallPrincipal } from '@bridge/contracts';
import { BridgeError, isNotApplied, type Clock, type Ids, type Logger } from '@bridge/kernel';
import { detachBuffer } from '@bridge/web';
import type { z } from 'zod';
import type { CheckedInput } from '../dispatch.ts';

/** Time for the removal of a body after its call; the sweep removes what is left. */
const DISCARD_MS_MAX = 2_000;

/** What sending uses. */
export interface SendDeps {
  readonly bus: Bus;
  readonly blobs: BlobStore;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One call whose bodies travel as references. */
export interface BodyCall extends CheckedInput {
  readonly ctx: CallPrincipal;
  readonly requestId: string;
  /** Absolute time in ms since the epoch. */
  readonly deadline: number;
}

/** A text over the size that rides inside a message, and the key of its object. */
interface LargeText {
  readonly member: string;
  readonly text: Body;
  readonly object: string;
}

function isLarge({ bytes }: Body): boolean {
  return bytes.byteLength > LIMITS.inlineBodyBytesMax;
}

function fingerprintOf({ fp }: BodyCall): { readonly fp?: string } {
  return fp === null ? {} : { fp };
}

/** Asks whether the object may be stored: the stored result of an earlier, identical call, else null. */
async function admit(
  { bus }: SendDeps,
  { name: action }: Callable,
  call: BodyCall,
  { object, text }: LargeText,
): Promise<unknown> {
  const { ctx, requestId, deadline, wire } = call;
  const bytes = text.bytes.byteLength;
  const asked = BUILDER.admit.wireInput.safeParse({ ...wire, action, object, bytes });
  if (!asked.success) throw new BridgeError('internal', {}, { cause: asked.error });
  const envelope = { ctx, requestId, deadline, ...fingerprintOf(call), input: asked.data };
  const { result } = await bus.request(BUILDER.admit, envelope);
  return result.state === 'replay' ? result.response : null;
}

/** Removes the object of a call, unless a revision adopted it. */
async function discard(deps: SendDeps, call: BodyCall, object: string): Promise<void> {
  const { ctx, requestId } = call;
  const deadline = deps.clock.now() + DISCARD_MS_MAX;
  await deps.bus
    .request(BUILDER.discard, { ctx, requestId, deadline, input: { object } })
    .catch((error: unknown) =>
      deps.log.debug({ err: error, object }, 'a body waits for the sweep'),
    );
}

/**
 * Sends a call with its texts: inside the message up to 256 KiB, larger ones as objects that are durable before the
 * message leaves. A large text is stored only after `builder.admit` found that the call would pass, and removed as soon
 * as the call is over and no revision adopted it; it stays only while the outcome is unknown. ADR 021.
 */
export async function sendWithBodies<I extends z.ZodType, O extends z.ZodType>(
  deps: SendDeps,
  callable: Callable<I, O>,
  call: BodyCall,
): Promise<Answer<z.output<O>>> {
  const { ctx, requestId, deadline, wire, texts } = call;
  const input: Record<string, unknown> = { ...wire };
  const large: LargeText[] = [];
  for (const [member, text] of Object.entries(texts)) {
    if (!isLarge(text)) input[member] = await putBody(deps.blobs, deps.ids, text);
    else {
      const folder = callable.bodies[member] === 'adopt' ? 'body' : 'ingest';
      large.push({ member, text, object: newObject(deps.ids, folder) });
    }
  }
  const send = (): Promise<Answer<z.output<O>>> =>
    // The gateway checked the input against the action's schema where it was read.
    deps.bus.request(callable, {
      ctx,
      requestId,
      deadline,
      ...fingerprintOf(call),
      input: input as z.input<I>,
    });
  if (large.length === 0) return send();
  for (const one of large) {
    const response = await admit(deps, callable, call, one);
    if (response !== null) return { result: response as z.output<O>, replayed: true };
  }
  try {
    for (const { member, text, object } of large) {
      input[member] = await putObject(deps.blobs, object, text);
      // It is in the store now.
      detachBuffer(text.bytes);
    }
    const answer = await send();
    await discardAll(deps, call, large, !answer.replayed);
    return answer;
  } catch (error) {
    if (isNotApplied(error)) await discardAll(deps, call, large, false);
    throw error;
  }
}

/** Removes what the call left in the store; a page's body stays when it was adopted. */
async function discardAll(
  deps: SendDeps,
  call: BodyCall,
  large: readonly LargeText[],
  isAdopted: boolean,
): Promise<void> {
  for (const { object } of large) {
    if (isAdopted && object.startsWith('body/')) continue;
    await discard(deps, call, object);
  }
}
