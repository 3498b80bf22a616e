export {
  openDocuments,
  type DocumentFormat,
  type PublicDocuments,
  type InstallationFacts,
  type PublicDocument,
} from './open-documents.ts';
