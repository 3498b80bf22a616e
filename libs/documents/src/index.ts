export {
  openDocuments,
  type DocumentForm,
  type Documents,
  type Installation,
  type PublicDocument,
} from './open-documents.ts';
