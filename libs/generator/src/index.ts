export { generatorModule } from './module.ts';
