export {
  openDocuments,
  type DocumentForm,
  type PublicDocuments,
  type Installation,
  type PublicDocument,
} from './open-documents.ts';
