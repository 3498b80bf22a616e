export { escapeMarkdown } from '../markdown.ts';
export { actionsReference } from './actions.ts';
export { errorsReference } from './errors.ts';
