export {
  openDocuments,
  type DocumentFormat,
  type PublicDocuments,
  type DocumentPlaceholderValues,
  type PublicDocument,
} from './open-documents.ts';
