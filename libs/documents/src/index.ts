export {
  openDocuments,
  type DocumentRepresentation,
  type PublicDocuments,
  type DocumentPlaceholderValues,
  type PublicDocument,
} from './open-documents.ts';
