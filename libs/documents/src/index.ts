export {
  openDocuments,
  type DocumentRepresentation,
  type PublicDocumentCollection,
  type DocumentPlaceholderValues,
  type PublicDocument,
} from './open-documents.ts';
