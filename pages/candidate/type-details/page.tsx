import { StepPage } from '../../application-parts/StepPage'

export default StepPage
