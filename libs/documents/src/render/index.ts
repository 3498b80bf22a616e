export { escapeMarkdown } from './markdown.ts';
export { setupsMarkdown } from './onboarding.ts';
export { actionsReference } from './reference/actions.ts';
export { errorsReference } from './reference/errors.ts';
export { renderDocuments } from './render-documents.ts';
