export { sitesModule } from './module.ts';
