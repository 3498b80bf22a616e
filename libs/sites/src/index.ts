export { sitesModule, type Sites, type SitesWiring } from './module.ts';
