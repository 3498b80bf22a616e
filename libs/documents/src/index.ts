export {
  openDocuments,
  type DocumentForm,
  type PublicDocuments,
  type InstallationFacts,
  type PublicDocument,
} from './open-documents.ts';
