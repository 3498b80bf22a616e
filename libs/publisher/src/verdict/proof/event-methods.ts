import type { AnyNode } from 'acorn';
import { argument, escapeArguments } from './arguments.ts';
import { runsAlone } from './frame.ts';
import { only, type Method } from './host-method.ts';
import { USER_EVENT } from './sink-table.ts';
import { namesOf, NONE, UNKNOWN } from './value.ts';

function eventName(node: AnyNode): string | null {
  if (node.type !== 'CallExpression') return null;
  const [event] = node.arguments;
  if (event?.type !== 'NewExpression') return null;
  const [type] = event.arguments;
  return type?.type === 'Literal' && typeof type.value === 'string' ? type.value : null;
}

/** A click or a form that code sends by itself leads where a person would have gone. */
export const actAlone: Method = (on, call, name) => {
  const { world } = call.frame;
  escapeArguments(call);
  if (!runsAlone(call.frame)) return UNKNOWN;
  const event = name === 'dispatchEvent' ? eventName(call.node) : null;
  if (!world.actsAlone) {
    world.actsAlone = true;
    world.changed = true;
  }
  if (event !== null && !/click|submit/.test(event)) return UNKNOWN;
  // Only links lead from a click; all other elements can do no more than send a form.
  const isControl = name === 'click' && only(on, /^(?!a$|a#|area|\*|svg|\$)/);
  if (world.page.formsLead || (world.page.leadsElsewhere && !isControl))
    world.doubt(call.node, call.frame, `.${name}()`);
  return UNKNOWN;
};

/** Hands a function to the browser to be called on an event. */
export const listen: Method = (_on, call) => {
  const types = namesOf(argument(call, 0));
  const isUser = types !== null && types.every((type) => USER_EVENT.test(type));
  call.frame.world.escape(argument(call, 1), isUser);
  return NONE;
};
