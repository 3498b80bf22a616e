import type { AnyNode } from 'acorn';
import { argument, escapeArguments } from './arguments.ts';
import { runsWithoutUser } from './frame.ts';
import { isOnlyMatching } from './host-kinds.ts';
import type { HostMethodEvaluator } from './host-method.ts';
import { USER_EVENT } from './sink-table.ts';
import { namesOf, NONE, UNKNOWN } from './value.ts';

function eventName(node: AnyNode): string | null {
  if (node.type !== 'CallExpression') return null;
  const [event] = node.arguments;
  if (event?.type !== 'NewExpression') return null;
  const [type] = event.arguments;
  return type?.type === 'Literal' && typeof type.value === 'string' ? type.value : null;
}

/** Evaluates calls of `click()`, `submit()` and `dispatchEvent()`, by which code navigates without an action of the visitor. */
export const actAlone: HostMethodEvaluator = (on, call, name) => {
  const { state } = call.frame;
  escapeArguments(call);
  if (!runsWithoutUser(call.frame)) return UNKNOWN;
  const event = name === 'dispatchEvent' ? eventName(call.node) : null;
  if (!state.clicksByCode) {
    state.clicksByCode = true;
    state.hasChanged = true;
  }
  if (event !== null && !/click|submit/.test(event)) return UNKNOWN;
  // Only links navigate on a click; other elements can at most submit a form.
  const isControl = name === 'click' && isOnlyMatching(on, /^(?!a$|a#|area|\*|svg|\$)/);
  if (state.page.formsLead || (state.page.leadsElsewhere && !isControl))
    state.doubt(call.node, call.frame, `.${name}()`);
  return UNKNOWN;
};

/**
 * Evaluates a call of `addEventListener`. A listener that is registered only for user events runs only after an action of the
 * visitor.
 */
export const listen: HostMethodEvaluator = (_on, call) => {
  const types = namesOf(argument(call, 0));
  const isUser = types !== null && types.every((type) => USER_EVENT.test(type));
  call.frame.state.escape(argument(call, 1), isUser);
  return NONE;
};
