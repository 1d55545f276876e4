"""What judges answers: questions, metrics, reports and the gate."""
