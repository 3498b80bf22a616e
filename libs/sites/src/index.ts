export { sitesModule, type Sites } from './module.ts';
